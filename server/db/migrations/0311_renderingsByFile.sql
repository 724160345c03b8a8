-- Up Migration
-- Each file that is fetched is looked up among the reports of its company: by the file, not by reading all of them.
create index report_rendering_of_file on report_rendering (company_id, file_id) where file_id is not null;
