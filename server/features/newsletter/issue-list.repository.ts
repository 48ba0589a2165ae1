import { sql, type SelectQueryBuilder } from 'kysely'
import { issueStateLabels, NO_SUBJECT } from '../../../contract/list-labels.ts'
import { issueStates, type IssueSort, type IssueState } from '../../../contract/newsletter.ts'
import { foldCase } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import {
  countEach,
  hasWords,
  buildLabelRank,
  readPage,
  type ListOrders,
  type ListSources,
  type ListPosition,
  type SearchTerm,
} from '../../db/list.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { toIssueSummary, type IssueSummary } from './issue.repository.ts'

interface IssueFilters {
  q?: string | undefined
  state?: IssueState | undefined
}

export function listIssues(
  { db, search }: ListSources,
  query: IssueFilters & ListPosition<IssueSort>,
): Promise<Page<IssueSummary>> {
  const list = {
    rows: db.selectFrom('newsletter_issues'),
    matchingRows: selectMatching(db, query),
    withDetails,
    toItem: toIssueSummary,
  }
  return readPage(search, list, orders, query)
}

export function countIssues(
  { db, search }: ListSources,
  { q }: Pick<IssueFilters, 'q'>,
): Promise<Record<IssueState, number>> {
  return countEach(search, selectMatching(db, { q }), sql`newsletter_issues.state`, issueStates)
}

type Issues = SelectQueryBuilder<Tables, 'newsletter_issues', object>

const subject = sql`case when newsletter_issues.subject = '' then ${sql.lit(NO_SUBJECT)}
  else newsletter_issues.subject end`

const orders: ListOrders<IssueSort> = {
  keys: { subject: foldCase(subject), state: buildLabelRank(sql`newsletter_issues.state`, issueStateLabels) },
  moment: 'newsletter_issues.changed_at',
  id: 'newsletter_issues.id',
}

function selectMatching(db: Db, { q, state }: IssueFilters): Issues {
  return db
    .selectFrom('newsletter_issues')
    .where('newsletter_issues.deleted_at', 'is', null)
    .$if(state !== undefined, (issues) => issues.where('newsletter_issues.state', '=', state!))
    .where(hasWords(q, isOfIssue))
}

function isOfIssue(word: SearchTerm) {
  return sql<boolean>`(${word.isIn(subject)} or ${word.isShownFor(sql`newsletter_issues.state`, issueStateLabels)}
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
