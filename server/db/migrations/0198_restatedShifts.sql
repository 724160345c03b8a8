-- Up Migration
-- Shifts that were confirmed more than once are few; figures say how many of them they are made of (N-9).
create index shift_restated on shift (company_id, shift_date, work_center_id) where revision > 1;
