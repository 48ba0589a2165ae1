-- Safety recalls from NHTSA's files, on SQLite. The file of the other engine has the same tables.

create table recall_editions (
  id text primary key,
  state text not null check (state in ('loading', 'current')),
  started_at text not null
) strict;
create unique index recall_editions_current on recall_editions (state) where state = 'current';

-- The rows have no foreign key: those of a replaced edition are deleted in small transactions after its own row.
create table recall_campaigns (
  edition text not null,
  number text not null,
  summary text not null,
  consequence text not null,
  remedy text not null,
  reported_on text,
  primary key (edition, number)
) strict;

create table recalls (
  edition text not null,
  number integer not null,
  make_key text not null,
  year integer not null,
  model text not null,
  campaign text not null,
  component text not null,
  primary key (edition, number)
) strict;
create index recalls_by_model on recalls (edition, make_key, year, model, campaign);
