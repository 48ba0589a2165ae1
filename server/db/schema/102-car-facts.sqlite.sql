-- The title, history, and condition of cars, on SQLite. The file of the other engine has the same columns.

alter table cars add column title text;
alter table cars add column accidents text;
alter table cars add column serviceHistory text;
alter table cars add column warranty text;
alter table cars add column tires text;
alter table cars add column keys integer;
alter table cars add column batteryHealth integer;
alter table cars add column evRange integer;
alter table cars add column warrantyUntil text;
alter table cars add column lastInspection text;
