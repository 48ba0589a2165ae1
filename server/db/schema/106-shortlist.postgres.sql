-- Users' shortlists, on Postgres. The file of the other engine has the same table.

create table shortlist (
  user_id text collate "C" not null references users (id),
  car_id text collate "C" not null references cars (id),
  added_at text collate "C" not null,
  primary key (user_id, car_id)
);
create index shortlist_by_time on shortlist (user_id, added_at);
