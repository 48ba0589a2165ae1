import type { Tables } from '../../../server/db/tables.ts'

interface TableGroup {
  title: string
  tables: Partial<Record<keyof Tables, string>>
}

/** The database tables by topic, each with a description. */
export const tableGroups: readonly TableGroup[] = [
  {
    title: 'Accounts',
    tables: {
      users: 'User accounts. A deleted user stays as a row without personal data.',
      sessions: 'Signed-in devices.',
    },
  },
  {
    title: 'Cars',
    tables: {
      categories: 'Makes, which the API calls categories.',
      former_makes: 'Former names of makes, with the current name.',
      cars: 'Cars, from drafts to sold cars.',
      car_pictures: 'Photos of cars, in order.',
      price_changes: 'The last price change of each listed car, written by a trigger.',
      listed_cars: 'Listed cars with their number in the search index, written by triggers.',
      uploads: 'Uploaded photos.',
    },
  },
  {
    title: 'History of cars',
    tables: {
      car_changes: 'Field changes of cars, written by triggers.',
      change_sets: 'Changes made together, such as a bulk edit or an import.',
      current_change: 'The change set and the user of the current transaction.',
      ledger_use: 'The number of recorded field changes per user and minute, for the quota.',
      job_reverts: 'Reverts of change sets that run in the background.',
    },
  },
  {
    title: 'Purchases and payments',
    tables: {
      purchases: 'Items of purchase lists, unpaid and paid.',
      attempts: 'Payment attempts. An open attempt holds its car for the buyer.',
      payments: 'Payment records.',
      refund_parts: 'Partial refunds.',
      webhook_events: 'Events that Stripe has sent.',
    },
  },
  {
    title: 'Reviews and reports',
    tables: {
      reviews: 'Reviews.',
      review_counts: 'The number of reviews per rating, written by triggers.',
      reports: 'Reports of listings.',
    },
  },
  {
    title: 'Notifications and newsletter',
    tables: {
      messages: 'Notifications shown to users.',
      mails: 'Emails, waiting and sent.',
      subscribers: 'Newsletter subscribers.',
      newsletter_issues: 'Newsletters, from drafts to sent ones.',
    },
  },
  {
    title: 'Imports and feeds',
    tables: {
      imports: 'Imported files.',
      import_rows: 'Rows of imported files.',
      import_headers: 'The field that a user chose for each column heading.',
      import_values: 'The translation that a user chose for each value.',
      import_named_cars: 'Existing cars that rows of an import refer to.',
      picture_hosts: 'Hosts from which a user lets imports download photos.',
      feeds: 'Feeds of sellers.',
      feed_cars: 'The status of each car in a feed.',
    },
  },
  {
    title: 'Audit and undo',
    tables: {
      audit: 'The audit log.',
      undos: 'Actions that can be undone.',
      undo_rows: 'The rows that an undo restores.',
    },
  },
  {
    title: 'System',
    tables: {
      change_log: 'Topics of recent changes, for caches and live events, written by triggers.',
      installation: 'The ID of this installation, in one row.',
      job_erasures: 'Deleted accounts whose data is not completely erased yet.',
      job_orphaned_pictures: 'Stored photos without an upload, which a job deletes.',
    },
  },
]

/** The tables that the diagram shows. */
export const mainTables: readonly (keyof Tables)[] = [
  'users',
  'sessions',
  'categories',
  'cars',
  'car_pictures',
  'price_changes',
  'purchases',
  'attempts',
  'payments',
  'refund_parts',
  'reviews',
  'reports',
  'messages',
  'imports',
  'feeds',
]
