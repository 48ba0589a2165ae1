import { useId } from 'react'
import type { SetupProblem } from '../../../contract/setup-checks.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useListSetupProblemsQuery } from './setup.api.ts'

const states: Record<SetupProblem['kind'], string> = {
  wrong: 'doesn’t work',
  unreachable: 'couldn’t be checked',
}

/** Warnings about settings that did not work when the server started. */
export function SetupNotices() {
  const id = useId()
  const { data = [] } = useListSetupProblemsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (data.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        Settings to fix
      </h2>
      <ul className="flex flex-col gap-3">
        {data.map(({ setting, kind, message, advice }) => (
          <li key={setting}>
            <Notice
              tone={kind === 'wrong' ? 'danger' : 'warning'}
              title={
                <>
                  <code className="wrap-anywhere">{setting}</code> {states[kind]}
                </>
              }
            >
              <p className="max-w-[68ch] wrap-anywhere">{message}</p>
              <p className="max-w-[68ch] wrap-anywhere">{advice}</p>
            </Notice>
          </li>
        ))}
      </ul>
    </section>
  )
}
