import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Work on many cars that goes on after the answer: reverts with their undo, and the data of deleted accounts. */
export const longReverts: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table reverts (
        id text primary key not null,
        user_id text not null references users (id),
        set_id integer not null,
        created_at text not null,
        state text not null check (state in ('reverting', 'reverted', 'undoing', 'undone', 'stopped')),
        undo_asked integer not null default 0 check (undo_asked in (0, 1)),
        after_car text not null default '',
        done integer not null default 0,
        total integer not null,
        reverted integer not null default 0,
        stayed text not null default '[]',
        stayed_count integer not null default 0,
        own_set integer,
        undo_set integer,
        message text
      )`,
      "create unique index reverts_under_way on reverts (set_id) where state in ('reverting', 'undoing')",
      'create index reverts_by_set on reverts (set_id, created_at)',
      'create index reverts_by_user on reverts (user_id)',
      `create table erasures (
        user_id text primary key not null references users (id),
        actor_id text not null,
        created_at text not null,
        step text not null,
        after text not null default '',
        change_set integer,
        attempts integer not null default 0,
        next_attempt_at text not null
      )`,
      'create index audit_by_actor_id on audit (actor_id)',
      'create index audit_by_target on audit (target)',
      'create index mails_by_recipient on mails (recipient)',
    ])
  },
  async down(db) {
    await runStatements(db, [
      'drop index mails_by_recipient',
      'drop index audit_by_target',
      'drop index audit_by_actor_id',
      'drop table erasures',
      'drop table reverts',
    ])
  },
}
