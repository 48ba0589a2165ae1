-- The title, history, and condition of cars, on Postgres. The file of the other engine has the same columns.

alter table cars add column title text collate "C";
alter table cars add column accidents text collate "C";
alter table cars add column "serviceHistory" text collate "C";
alter table cars add column warranty text collate "C";
alter table cars add column tires text collate "C";
alter table cars add column keys bigint;
alter table cars add column "batteryHealth" bigint;
alter table cars add column "evRange" bigint;
alter table cars add column "warrantyUntil" text collate "C";
alter table cars add column "lastInspection" text collate "C";
