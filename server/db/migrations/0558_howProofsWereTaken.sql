-- Up Migration
-- Whether a photo of an answer was taken with the camera or chosen from the files of the device; null = the sender did not say.
alter table checklist_file add column source text check (source in ('CAMERA', 'FILE'));
