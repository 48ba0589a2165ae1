-- Users' shortlists, on SQLite. The file of the other engine has the same table.

create table shortlist (
  user_id text not null references users (id),
  car_id text not null references cars (id),
  added_at text not null,
  primary key (user_id, car_id)
) strict;
create index shortlist_by_time on shortlist (user_id, added_at);
