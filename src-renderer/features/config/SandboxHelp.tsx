import type { PublicConfig } from '../../../contract/config.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'

export function SandboxHelp({ demo }: { demo: NonNullable<PublicConfig['demo']> }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        Demo mode: no real cars, people, or money. Everything else works like the real thing.
      </p>
      <DataTable
        caption="Demo accounts"
        isCaptionVisible
        rows={demo.accounts}
        rowKey={({ email }) => email}
        columns={[
          { key: 'role', header: 'Role', kind: 'main', render: ({ role }) => role },
          {
            key: 'email',
            header: 'Email',
            render: ({ email }) => <code className="select-all">{email}</code>,
          },
          {
            key: 'password',
            header: 'Password',
            render: ({ password }) => <code className="select-all">{password}</code>,
          },
        ]}
      />
      <DataTable
        caption="Test cards"
        isCaptionVisible
        rows={demo.cards}
        rowKey={({ number }) => number}
        columns={[
          {
            key: 'number',
            header: 'Number',
            render: ({ number }) => <code className="select-all">{number}</code>,
          },
          { key: 'meaning', header: 'Result', render: ({ meaning }) => meaning },
        ]}
      />
      <p className="text-muted">
        No emails are sent. You’ll find them as files in the <code>mail</code> folder next to the database,{' '}
        <code>.data</code> by default. Their links work.
      </p>
    </div>
  )
}
