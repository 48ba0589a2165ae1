import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** What admins write to subscribers, and in the outbox what it takes to send one issue to each of them once. */
export const newsletterIssues: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table newsletter_issues (
        id text primary key, author_id text not null references users (id), subject text not null,
        text text not null, version integer not null default 1,
        state text not null default 'draft' check (state in ('draft', 'sending', 'stopped', 'sent')),
        changed_at text not null, started_at text, finished_at text, deleted_at text,
        recipients integer not null default 0, sent integer not null default 0, failed integer not null default 0,
        reached integer not null default 0, idempotency_key text, idempotency_digest text
      ) strict`,
      `create index newsletter_issues_by_age on newsletter_issues (changed_at desc, id desc)`,
      `create index newsletter_issues_sending on newsletter_issues (id) where state = 'sending'`,
      `create unique index newsletter_issues_by_idempotency_key on newsletter_issues (author_id, idempotency_key)
        where idempotency_key is not null`,
      ...undoEnds.map(
        ({ name, verb }) => `create trigger ${name} after ${verb} on newsletter_issues
          begin delete from undo_rows where row_id = old.id; end`,
      ),
      ...mailColumns.map((column) => `alter table mails add column ${column}`),
      `create unique index mails_once on mails (issue_id, subscriber_id) where issue_id is not null`,
      `create index mails_by_subscriber on mails (subscriber_id) where subscriber_id is not null`,
    ])
  },
  async down(db) {
    await runStatements(db, [
      'delete from mails where issue_id is not null',
      'drop index mails_by_subscriber',
      'drop index mails_once',
      ...mailColumns.map((column) => `alter table mails drop column ${column.split(' ')[0]}`),
      'drop table newsletter_issues',
    ])
  },
}

const mailColumns = [
  'html text',
  'unsubscribe_url text',
  'issue_id text',
  'subscriber_id integer',
  'under_way integer not null default 0',
]

/** As for everything else that can be taken back. */
const undoEnds = ['update', 'delete'].map((verb) => ({ name: `newsletter_issues_${verb}_ends_undos`, verb }))
