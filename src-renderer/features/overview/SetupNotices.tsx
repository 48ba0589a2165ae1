import { Notice } from '../../ui/Notice.tsx'
import { useListSetupProblemsQuery } from './setup.api.ts'

/** Warnings about settings that did not work when the server started. */
export function SetupNotices() {
  const { data = [] } = useListSetupProblemsQuery(undefined, { refetchOnMountOrArgChange: true })
  return data.map(({ setting, message, advice }) => (
    <Notice key={setting} tone="warning" title={`Check ${setting}`}>
      <p className="wrap-anywhere">{message}</p>
      <p className="wrap-anywhere">{advice}</p>
    </Notice>
  ))
}
