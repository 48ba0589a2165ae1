-- Deals, payouts, disputes, and the books, on SQLite. The file of the other engine has the same tables.

alter table cars add column deposit integer;
alter table cars add column depositDays integer;
alter table cars add column returns text;
alter table payments add column other_amount integer not null default 0;
alter table payments add column is_deposit integer not null default 0;
alter table attempts add column is_deposit integer not null default 0;

drop index payments_by_seller;
create index payments_by_seller on payments (seller_id, paid_at, is_sale, state, amount, refunded_amount, other_amount);
create index payments_refunded on payments (purchase_id) where refunded_amount > 0;

create table deposits (
  payment_id text primary key references payments (id),
  purchase_id text not null references purchases (id),
  car_id text not null references cars (id),
  buyer_id text not null references users (id),
  seller_id text not null references users (id),
  amount integer not null check (amount > 0),
  state text not null check (state in ('held', 'credited', 'refunded', 'paid-at-dealership')),
  reserved_until text not null,
  created_at text not null,
  ended_at text,
  ended_by text check (ended_by in ('buyer', 'seller', 'admin', 'system')),
  listing text not null default '{}'
) strict;
create unique index deposits_held on deposits (car_id) where state = 'held';
create index deposits_to_end on deposits (reserved_until) where state = 'held';
create index deposits_by_purchase on deposits (purchase_id, created_at);
create index deposits_by_buyer on deposits (buyer_id, created_at);
create index deposits_by_seller on deposits (seller_id, created_at);

create table payout_accounts (
  user_id text primary key references users (id),
  account_id text not null unique,
  state text not null check (state in ('information-needed', 'active', 'restricted', 'rejected')),
  reasons text not null default '[]',
  created_at text not null,
  checked_at text not null
) strict;
create index payout_accounts_by_check on payout_accounts (checked_at);

create table fee_rates (
  id text primary key,
  seller_id text not null,
  basis_points integer not null check (basis_points between 0 and 5000),
  minimum integer not null check (minimum >= 0),
  maximum integer check (maximum >= minimum),
  set_by text not null,
  set_at text not null,
  ended_at text
) strict;
create unique index fee_rates_current on fee_rates (seller_id) where ended_at is null;

create table deals (
  purchase_id text primary key references purchases (id),
  payment_id text not null unique references payments (id),
  car_id text not null references cars (id),
  buyer_id text not null references users (id),
  seller_id text not null references users (id),
  state text not null check (state in ('paid', 'handover-agreed', 'handed-over', 'released', 'closed', 'problem', 'refunded', 'disputed')),
  resumed_state text check (resumed_state in ('paid', 'handover-agreed', 'handed-over', 'released', 'closed', 'problem', 'refunded')),
  charge_id text,
  fee_basis_points integer not null,
  fee_minimum integer not null,
  fee_maximum integer,
  proposals text not null default '[]',
  handover_at text,
  place text not null default '',
  code_counter integer not null default 0,
  code_failures integer not null default 0,
  code_blocked_until text,
  confirmed_at text,
  confirmed_by text check (confirmed_by in ('code', 'buyer', 'timer', 'admin')),
  release_at text,
  released_at text,
  reminders integer not null default 0,
  remind_at text,
  listing text not null,
  created_at text not null
) strict;
create index deals_by_age on deals (created_at desc, purchase_id desc, seller_id, payment_id, state);
create index deals_by_seller on deals (seller_id, created_at, purchase_id, payment_id, state);
create index deals_by_buyer on deals (buyer_id, created_at);
create index deals_by_state on deals (state, created_at, purchase_id);
create index deals_handed_over on deals (state) where state = 'handed-over';
create index deals_to_release on deals (release_at) where release_at is not null;
create index deals_to_remind on deals (remind_at) where remind_at is not null;

create table deal_events (
  id text primary key,
  purchase_id text not null references deals (purchase_id),
  at text not null,
  side text not null check (side in ('buyer', 'seller', 'admin', 'system')),
  actor_id text,
  text text not null
) strict;
create index deal_events_by_deal on deal_events (purchase_id, at, id);

create table deal_problems (
  id text primary key,
  purchase_id text not null references deals (purchase_id),
  side text not null check (side in ('buyer', 'seller')),
  reason text not null check (reason in ('not-as-described', 'not-delivered', 'title', 'other', 'return')),
  text text not null,
  opened_at text not null,
  outcome text check (outcome in ('refund', 'partial-refund', 'release')),
  outcome_reason text,
  decided_by text,
  decided_at text
) strict;
create unique index deal_problems_open on deal_problems (purchase_id) where decided_at is null;
create index deal_problems_by_deal on deal_problems (purchase_id, opened_at);

create table deal_documents (
  purchase_id text not null references deals (purchase_id),
  revision integer not null,
  facts text not null,
  buyer_name text not null,
  seller_name text not null,
  saved_at text not null,
  primary key (purchase_id, revision)
) strict;

create table deal_signatures (
  id text primary key,
  purchase_id text not null references deals (purchase_id),
  side text not null check (side in ('buyer', 'seller')),
  user_id text not null references users (id),
  name text not null,
  text_version text not null,
  revision integer not null,
  signed_at text not null
) strict;
create unique index deal_signatures_once on deal_signatures (purchase_id, side, revision, text_version);
create index deal_signatures_of_user on deal_signatures (user_id, signed_at);

create table payouts (
  id text primary key,
  purchase_id text not null unique references deals (purchase_id),
  seller_id text not null references users (id),
  account_id text not null,
  paid integer not null,
  fee integer not null check (fee >= 0),
  debt integer not null check (debt >= 0),
  amount integer not null check (amount >= 0),
  reversed integer not null default 0 check (reversed >= 0),
  state text not null check (state in ('sending', 'sent', 'failed')),
  failure text,
  transfer_id text unique,
  attempts integer not null default 0,
  refusals integer not null default 0,
  returned_for integer not null default 0,
  next_attempt_at text not null,
  created_at text not null,
  sent_at text
) strict;
create index payouts_by_age on payouts (created_at desc, id desc);
create index payouts_by_seller on payouts (seller_id, created_at, id);
create index payouts_by_date on payouts ((coalesce(sent_at, created_at)), created_at, id);
create index payouts_by_paid on payouts (paid, created_at, id);
create index payouts_by_fee on payouts (fee, created_at, id);
create index payouts_by_debt on payouts (debt, created_at, id);
create index payouts_by_amount on payouts (amount, created_at, id);
create index payouts_by_reversed on payouts (reversed, created_at, id);
create index payouts_unsent on payouts (next_attempt_at) where state <> 'sent';

create table payout_reversals (
  id text primary key,
  payout_id text not null references payouts (id),
  amount integer not null check (amount > 0),
  state text not null check (state in ('sending', 'sent', 'failed')),
  reversal_id text unique,
  created_at text not null
) strict;
create unique index payout_reversals_sending on payout_reversals (payout_id) where state = 'sending';
create index payout_reversals_by_payout on payout_reversals (payout_id);

create table disputes (
  id text primary key,
  payment_id text not null references payments (id),
  purchase_id text not null references purchases (id),
  amount integer not null,
  reason text not null,
  state text not null check (state in ('needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented')),
  opened_at text not null,
  due_by text,
  closed_at text,
  evidence text not null default '{}',
  edited_at text,
  submitted_at text,
  submitted_by text
) strict;
create index disputes_by_age on disputes (opened_at desc, id desc);
create index disputes_by_purchase on disputes (purchase_id);
create index disputes_by_state on disputes (state, purchase_id);

create table ledger_entries (
  id text primary key,
  posting text not null,
  at text not null,
  purchase_id text not null references purchases (id),
  account text not null check (account in ('buyer', 'platform', 'seller', 'fee', 'stripe-fee', 'debt')),
  user_id text,
  amount integer not null,
  kind text not null check (kind in ('charge', 'stripe-fee', 'refund', 'refund-returned', 'payout', 'debt-payment', 'reversal', 'fee-refund', 'debt', 'dispute', 'dispute-won', 'dispute-fee')),
  reference text not null,
  payment_id text
) strict;
create unique index ledger_entries_once on ledger_entries (reference, kind, account);
create index ledger_entries_by_deal on ledger_entries (purchase_id, at);
create index ledger_entries_of_user on ledger_entries (user_id, account);
create index ledger_entries_by_age on ledger_entries (at, id);

create table ledger_differences (
  id text primary key,
  kind text not null check (kind in ('missing-here', 'missing-at-stripe', 'amount')),
  reference text not null,
  purchase_id text,
  booked integer,
  stripe integer,
  found_at text not null,
  resolved_at text
) strict;
create unique index ledger_differences_open on ledger_differences (reference) where resolved_at is null;

create table ledger_comparison (
  only_row integer not null primary key check (only_row = 1),
  compared_at text not null
) strict;

-- No name here begins with ledger_. That prefix belongs to the triggers of the ledger of cars, which are recreated.
create trigger books_refuse_update before update on ledger_entries
begin
  select raise(abort, 'ledger_entries is append-only: correct an entry with another one');
end;
create trigger books_refuse_delete before delete on ledger_entries
begin
  select raise(abort, 'ledger_entries is append-only: correct an entry with another one');
end;

-- Sales from before payouts. Their money was passed on outside of Kerblight, so their deals are closed.

insert into deals (purchase_id, payment_id, car_id, buyer_id, seller_id, state, fee_basis_points, fee_minimum, listing, created_at)
  select purchase_id, id, car_id, buyer_id, seller_id,
    case when state = 'refunded' then 'refunded' else 'closed' end, 0, 0, '{}', paid_at
  from payments where is_sale = 1;
insert into ledger_entries (id, posting, at, purchase_id, account, user_id, amount, kind, reference, payment_id)
  select id || '-charge-buyer', id || '-charge', paid_at, purchase_id, 'buyer', buyer_id, -amount, 'charge', intent_id, id
  from payments;
insert into ledger_entries (id, posting, at, purchase_id, account, user_id, amount, kind, reference, payment_id)
  select id || '-charge-platform', id || '-charge', paid_at, purchase_id, 'platform', null, amount, 'charge', intent_id, id
  from payments;
insert into ledger_entries (id, posting, at, purchase_id, account, user_id, amount, kind, reference, payment_id)
  select id || '-refund-buyer', id || '-refund', coalesce(refunded_at, paid_at), purchase_id, 'buyer', buyer_id, refunded_amount, 'refund', intent_id, id
  from payments where refunded_amount > 0;
insert into ledger_entries (id, posting, at, purchase_id, account, user_id, amount, kind, reference, payment_id)
  select id || '-refund-platform', id || '-refund', coalesce(refunded_at, paid_at), purchase_id, 'platform', null, -refunded_amount, 'refund', intent_id, id
  from payments where refunded_amount > 0;
