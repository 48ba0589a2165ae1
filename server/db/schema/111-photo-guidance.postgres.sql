-- The shots of photos and the search for copied photos, on Postgres. The file of the other engine has the same tables.

-- A JSON object from a photo's URL to its shot. Null if no photo has one.
alter table cars add column shots text collate "C";

-- The 256-bit difference hash of a photo, in eight numbers. Null for photos from before this step.
alter table uploads add column look_0 bigint;
alter table uploads add column look_1 bigint;
alter table uploads add column look_2 bigint;
alter table uploads add column look_3 bigint;
alter table uploads add column look_4 bigint;
alter table uploads add column look_5 bigint;
alter table uploads add column look_6 bigint;
alter table uploads add column look_7 bigint;
-- Null until the photo has been compared with those of other sellers.
alter table uploads add column compared_at text collate "C";
-- Photos from before this step have no hash.
update uploads set compared_at = created_at;
create index uploads_by_look_0 on uploads (look_0) where look_0 is not null;
create index uploads_by_look_1 on uploads (look_1) where look_1 is not null;
create index uploads_by_look_2 on uploads (look_2) where look_2 is not null;
create index uploads_by_look_3 on uploads (look_3) where look_3 is not null;
create index uploads_by_look_4 on uploads (look_4) where look_4 is not null;
create index uploads_by_look_5 on uploads (look_5) where look_5 is not null;
create index uploads_by_look_6 on uploads (look_6) where look_6 is not null;
create index uploads_by_look_7 on uploads (look_7) where look_7 is not null;
create index uploads_to_compare on uploads (created_at)
  where compared_at is null and expires_at is null;

create table photo_matches (
  first_car text collate "C" not null references cars (id),
  second_car text collate "C" not null references cars (id),
  -- The photo of each car, as of the last comparison.
  first_photo text collate "C" not null,
  second_photo text collate "C" not null,
  found_at text collate "C" not null,
  -- Set once an admin has found that nothing is wrong.
  closed_at text collate "C",
  primary key (first_car, second_car)
);
create index photo_matches_open on photo_matches (found_at) where closed_at is null;
create index photo_matches_by_second on photo_matches (second_car);
