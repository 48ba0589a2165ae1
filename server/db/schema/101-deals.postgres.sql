-- Deals, payouts, disputes, and the books, on Postgres. The file of the other engine has the same tables.

alter table cars add column deposit bigint;
alter table cars add column "depositDays" bigint;
alter table cars add column returns text collate "C";
alter table payments add column other_amount bigint not null default 0;
alter table payments add column is_deposit bigint not null default 0;
alter table attempts add column is_deposit bigint not null default 0;

drop index payments_by_seller;
create index payments_by_seller on payments (seller_id, paid_at, is_sale, state, amount, refunded_amount, other_amount);
create index payments_refunded on payments (purchase_id) where refunded_amount > 0;

create table deposits (
  payment_id text collate "C" primary key references payments (id),
  purchase_id text collate "C" not null references purchases (id),
  car_id text collate "C" not null references cars (id),
  buyer_id text collate "C" not null references users (id),
  seller_id text collate "C" not null references users (id),
  amount bigint not null check (amount > 0),
  state text collate "C" not null check (state in ('held', 'credited', 'refunded', 'paid-at-dealership')),
  reserved_until text collate "C" not null,
  created_at text collate "C" not null,
  ended_at text collate "C",
  ended_by text collate "C" check (ended_by in ('buyer', 'seller', 'admin', 'system')),
  listing text collate "C" not null default '{}'
);
create unique index deposits_held on deposits (car_id) where state = 'held';
create index deposits_to_end on deposits (reserved_until) where state = 'held';
create index deposits_by_purchase on deposits (purchase_id, created_at);
create index deposits_by_buyer on deposits (buyer_id, created_at);
create index deposits_by_seller on deposits (seller_id, created_at);

create table payout_accounts (
  user_id text collate "C" primary key references users (id),
  account_id text collate "C" not null unique,
  state text collate "C" not null check (state in ('information-needed', 'active', 'restricted', 'rejected')),
  reasons text collate "C" not null default '[]',
  created_at text collate "C" not null,
  checked_at text collate "C" not null
);
create index payout_accounts_by_check on payout_accounts (checked_at);

create table fee_rates (
  id text collate "C" primary key,
  seller_id text collate "C" not null,
  basis_points bigint not null check (basis_points between 0 and 5000),
  minimum bigint not null check (minimum >= 0),
  maximum bigint check (maximum >= minimum),
  set_by text collate "C" not null,
  set_at text collate "C" not null,
  ended_at text collate "C"
);
create unique index fee_rates_current on fee_rates (seller_id) where ended_at is null;

create table deals (
  purchase_id text collate "C" primary key references purchases (id),
  payment_id text collate "C" not null unique references payments (id),
  car_id text collate "C" not null references cars (id),
  buyer_id text collate "C" not null references users (id),
  seller_id text collate "C" not null references users (id),
  state text collate "C" not null check (state in ('paid', 'handover-agreed', 'handed-over', 'released', 'closed', 'problem', 'refunded', 'disputed')),
  resumed_state text collate "C" check (resumed_state in ('paid', 'handover-agreed', 'handed-over', 'released', 'closed', 'problem', 'refunded')),
  charge_id text collate "C",
  fee_basis_points bigint not null,
  fee_minimum bigint not null,
  fee_maximum bigint,
  proposals text collate "C" not null default '[]',
  handover_at text collate "C",
  place text collate "C" not null default '',
  code_counter bigint not null default 0,
  code_failures bigint not null default 0,
  code_blocked_until text collate "C",
  confirmed_at text collate "C",
  confirmed_by text collate "C" check (confirmed_by in ('code', 'buyer', 'timer', 'admin')),
  release_at text collate "C",
  released_at text collate "C",
  reminders bigint not null default 0,
  remind_at text collate "C",
  listing text collate "C" not null,
  created_at text collate "C" not null
);
create index deals_by_age on deals (created_at desc, purchase_id desc, seller_id, payment_id, state);
create index deals_by_seller on deals (seller_id, created_at, purchase_id, payment_id, state);
create index deals_by_buyer on deals (buyer_id, created_at);
create index deals_by_state on deals (state, created_at, purchase_id);
create index deals_handed_over on deals (state) where state = 'handed-over';
create index deals_to_release on deals (release_at) where release_at is not null;
create index deals_to_remind on deals (remind_at) where remind_at is not null;

create table deal_events (
  id text collate "C" primary key,
  purchase_id text collate "C" not null references deals (purchase_id),
  at text collate "C" not null,
  side text collate "C" not null check (side in ('buyer', 'seller', 'admin', 'system')),
  actor_id text collate "C",
  text text collate "C" not null
);
create index deal_events_by_deal on deal_events (purchase_id, at, id);

create table deal_problems (
  id text collate "C" primary key,
  purchase_id text collate "C" not null references deals (purchase_id),
  side text collate "C" not null check (side in ('buyer', 'seller')),
  reason text collate "C" not null check (reason in ('not-as-described', 'not-delivered', 'title', 'other', 'return')),
  text text collate "C" not null,
  opened_at text collate "C" not null,
  outcome text collate "C" check (outcome in ('refund', 'partial-refund', 'release')),
  outcome_reason text collate "C",
  decided_by text collate "C",
  decided_at text collate "C"
);
create unique index deal_problems_open on deal_problems (purchase_id) where decided_at is null;
create index deal_problems_by_deal on deal_problems (purchase_id, opened_at);

create table deal_documents (
  purchase_id text collate "C" not null references deals (purchase_id),
  revision bigint not null,
  facts text collate "C" not null,
  buyer_name text collate "C" not null,
  seller_name text collate "C" not null,
  saved_at text collate "C" not null,
  primary key (purchase_id, revision)
);

create table deal_signatures (
  id text collate "C" primary key,
  purchase_id text collate "C" not null references deals (purchase_id),
  side text collate "C" not null check (side in ('buyer', 'seller')),
  user_id text collate "C" not null references users (id),
  name text collate "C" not null,
  text_version text collate "C" not null,
  revision bigint not null,
  signed_at text collate "C" not null
);
create unique index deal_signatures_once on deal_signatures (purchase_id, side, revision, text_version);
create index deal_signatures_of_user on deal_signatures (user_id, signed_at);

create table payouts (
  id text collate "C" primary key,
  purchase_id text collate "C" not null unique references deals (purchase_id),
  seller_id text collate "C" not null references users (id),
  account_id text collate "C" not null,
  paid bigint not null,
  fee bigint not null check (fee >= 0),
  debt bigint not null check (debt >= 0),
  amount bigint not null check (amount >= 0),
  reversed bigint not null default 0 check (reversed >= 0),
  state text collate "C" not null check (state in ('sending', 'sent', 'failed')),
  failure text collate "C",
  transfer_id text collate "C" unique,
  attempts bigint not null default 0,
  refusals bigint not null default 0,
  returned_for bigint not null default 0,
  next_attempt_at text collate "C" not null,
  created_at text collate "C" not null,
  sent_at text collate "C"
);
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
  id text collate "C" primary key,
  payout_id text collate "C" not null references payouts (id),
  amount bigint not null check (amount > 0),
  state text collate "C" not null check (state in ('sending', 'sent', 'failed')),
  reversal_id text collate "C" unique,
  created_at text collate "C" not null
);
create unique index payout_reversals_sending on payout_reversals (payout_id) where state = 'sending';
create index payout_reversals_by_payout on payout_reversals (payout_id);

create table disputes (
  id text collate "C" primary key,
  payment_id text collate "C" not null references payments (id),
  purchase_id text collate "C" not null references purchases (id),
  amount bigint not null,
  reason text collate "C" not null,
  state text collate "C" not null check (state in ('needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented')),
  opened_at text collate "C" not null,
  due_by text collate "C",
  closed_at text collate "C",
  evidence text collate "C" not null default '{}',
  edited_at text collate "C",
  submitted_at text collate "C",
  submitted_by text collate "C"
);
create index disputes_by_age on disputes (opened_at desc, id desc);
create index disputes_by_purchase on disputes (purchase_id);
create index disputes_by_state on disputes (state, purchase_id);

create table ledger_entries (
  id text collate "C" primary key,
  posting text collate "C" not null,
  at text collate "C" not null,
  purchase_id text collate "C" not null references purchases (id),
  account text collate "C" not null check (account in ('buyer', 'platform', 'seller', 'fee', 'stripe-fee', 'debt')),
  user_id text collate "C",
  amount bigint not null,
  kind text collate "C" not null check (kind in ('charge', 'stripe-fee', 'refund', 'refund-returned', 'payout', 'debt-payment', 'reversal', 'fee-refund', 'debt', 'dispute', 'dispute-won', 'dispute-fee')),
  reference text collate "C" not null,
  payment_id text collate "C"
);
create unique index ledger_entries_once on ledger_entries (reference, kind, account);
create index ledger_entries_by_deal on ledger_entries (purchase_id, at);
create index ledger_entries_of_user on ledger_entries (user_id, account);
create index ledger_entries_by_age on ledger_entries (at, id);

create table ledger_differences (
  id text collate "C" primary key,
  kind text collate "C" not null check (kind in ('missing-here', 'missing-at-stripe', 'amount')),
  reference text collate "C" not null,
  purchase_id text collate "C",
  booked bigint,
  stripe bigint,
  found_at text collate "C" not null,
  resolved_at text collate "C"
);
create unique index ledger_differences_open on ledger_differences (reference) where resolved_at is null;

create table ledger_comparison (
  only_row bigint not null primary key check (only_row = 1),
  compared_at text collate "C" not null
);

-- No name here begins with ledger_. That prefix belongs to the triggers of the ledger of cars, which are recreated.
create function books_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries is append-only: correct an entry with another one';
end $$;
create trigger books_refuse_update before update on ledger_entries
  for each row execute function books_refuse_change();
create trigger books_refuse_delete before delete on ledger_entries
  for each row execute function books_refuse_change();

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
