import Sqlite from 'better-sqlite3'

const sql = String.raw

/**
 * Stops what a restored copy has on its way: nobody knows how far it got after the copy was made, and a second one of a
 * newsletter is worse than none. What waited for its turn counts as failed.
 */
export function stopNewsletters(file: string): void {
  const copy = new Sqlite(file)
  try {
    // A copy may be from before there were any.
    if (!copy.prepare(`select 1 from sqlite_schema where name = 'newsletter_issues'`).get()) return
    copy.transaction(() => {
      copy.exec(sql`update newsletter_issues set state = 'stopped',
        failed = failed + (select count(*) from mails where issue_id = newsletter_issues.id)
        where state in ('sending', 'stopped')`)
      copy.exec(sql`delete from mails where issue_id is not null`)
    })()
  } finally {
    copy.close()
  }
}
