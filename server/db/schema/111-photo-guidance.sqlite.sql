-- The shots of photos, on SQLite. The file of the other engine has the same columns.

-- A JSON object from a photo's URL to its shot. Null if no photo has one.
alter table cars add column shots text;
