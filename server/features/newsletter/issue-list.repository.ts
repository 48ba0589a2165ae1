import { sql, type SelectQueryBuilder } from 'kysely'
import { issueStateWords, NO_SUBJECT } from '../../../contract/list-words.ts'
import { issueStates, type IssueSort, type IssueState } from '../../../contract/newsletter.ts'
import { folded } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import {
  countEach,
  hasWords,
  rankOf,
  readPage,
  type ListOrders,
  type ListSources,
  type Place,
  type Word,
} from '../../db/list.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { toSummary, type IssueSummary } from './issue.repository.ts'

interface IssueFilters {
  q?: string | undefined
  state?: IssueState | undefined
}

export function listIssues(
  { db, search }: ListSources,
  query: IssueFilters & Place<IssueSort>,
): Promise<Page<IssueSummary>> {
  const list = {
    rows: db.selectFrom('newsletter_issues'),
    found: selectFound(db, query),
    withDetails,
    toItem: toSummary,
  }
  return readPage(search, list, orders, query)
}

export function countIssues(
  { db, search }: ListSources,
  { q }: Pick<IssueFilters, 'q'>,
): Promise<Record<IssueState, number>> {
  return countEach(search, selectFound(db, { q }), sql`newsletter_issues.state`, issueStates)
}

type Issues = SelectQueryBuilder<Tables, 'newsletter_issues', object>

const subject = sql`case when newsletter_issues.subject = '' then ${sql.lit(NO_SUBJECT)}
  else newsletter_issues.subject end`

const orders: ListOrders<IssueSort> = {
  keys: { subject: folded(subject), state: rankOf(sql`newsletter_issues.state`, issueStateWords) },
  moment: 'newsletter_issues.changed_at',
  id: 'newsletter_issues.id',
}

function selectFound(db: Db, { q, state }: IssueFilters): Issues {
  return db
    .selectFrom('newsletter_issues')
    .where('newsletter_issues.deleted_at', 'is', null)
    .$if(state !== undefined, (issues) => issues.where('newsletter_issues.state', '=', state!))
    .where(hasWords(q, isOfIssue))
}

function isOfIssue(word: Word) {
  return sql<boolean>`(${word.isIn(subject)} or ${word.isShownFor(sql`newsletter_issues.state`, issueStateWords)}
    or ${word.beginsMoment(sql`newsletter_issues.changed_at`)})`
}

function withDetails(issues: Issues) {
  return issues.select([
    'id',
    'subject',
    'version',
    'state',
    'changed_at',
    'started_at',
    'finished_at',
    'recipients',
    'sent',
    'failed',
  ])
}
