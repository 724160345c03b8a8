-- Up Migration
-- Files that go with an e-mail, as they are stored: [{"companyId", "fileId"}]; and the address that ends e-mails of its kind. An older process sends
-- without them; the link in the text leads to the file.
alter table email
  add column attachments jsonb not null default '[]',
  add column unsubscribe_url text;
