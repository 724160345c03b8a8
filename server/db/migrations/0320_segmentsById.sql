-- Up Migration
-- Output segments are named by their ids where they are confirmed, corrected or opened: without this all of the work center, or of the company, are read.
create index output_segment_by_id on output_segment (company_id, id);
