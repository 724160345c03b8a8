-- Up Migration
-- What the device had counted in the segment of the row when it was posted: what came in later is told. Null = posted before this was kept, or of no segment.
alter table output_confirmation add column segment_total numeric;
