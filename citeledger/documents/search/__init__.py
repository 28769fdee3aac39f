"""Full text search over passages: ranked, filtered by what the viewer may read before anything is counted (T41)."""
