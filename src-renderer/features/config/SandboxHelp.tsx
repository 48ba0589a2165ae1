import type { PublicConfig } from '../../../contract/config.ts'
import { DataTable } from '../../ui/DataTable.tsx'

/** The demo accounts and test cards, from the server's settings, and where mails go. */
export function SandboxHelp({ demo }: { demo: NonNullable<PublicConfig['demo']> }) {
  return (
    <div className="flex flex-col gap-5">
      <DataTable
        caption="Demo accounts"
        isCaptionVisible
        rows={demo.accounts}
        rowKey={({ email }) => email}
        columns={[
          { key: 'role', header: 'Role', kind: 'main', render: ({ role }) => role },
          {
            key: 'email',
            header: 'E-mail',
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
          { key: 'meaning', header: 'What happens', render: ({ meaning }) => meaning },
        ]}
      />
      <p className="text-muted">
        Mails are not sent: they are files in the folder <code>mail</code> beside the database, in{' '}
        <code>.data</code> unless told otherwise. The links in them work.
      </p>
    </div>
  )
}
