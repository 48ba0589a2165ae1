-- Safety recalls from NHTSA's files, on Postgres. The file of the other engine has the same tables.

create table recall_editions (
  id text collate "C" primary key,
  state text collate "C" not null check (state in ('loading', 'current')),
  started_at text collate "C" not null
);
create unique index recall_editions_current on recall_editions (state) where state = 'current';

-- The rows have no foreign key: those of a replaced edition are deleted in small transactions after its own row.
create table recall_campaigns (
  edition text collate "C" not null,
  number text collate "C" not null,
  summary text collate "C" not null,
  consequence text collate "C" not null,
  remedy text collate "C" not null,
  reported_on text collate "C",
  primary key (edition, number)
);

create table recalls (
  edition text collate "C" not null,
  number bigint not null,
  make_key text collate "C" not null,
  year bigint not null,
  model text collate "C" not null,
  campaign text collate "C" not null,
  component text collate "C" not null,
  primary key (edition, number)
);
create index recalls_by_model on recalls (edition, make_key, year, model, campaign);
