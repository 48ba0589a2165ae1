import { useParams } from 'react-router-dom'
import { RevertWholeSet } from '../features/changes/RevertWholeSet.tsx'
import { OneImport } from '../features/imports/OneImport.tsx'
import { UnconfirmedNotice } from '../session/UnconfirmedNotice.tsx'

export function ImportPage() {
  const { id = '' } = useParams()
  return (
    <>
      <UnconfirmedNotice waits="Until then, you can’t import cars or revert an import." className="mb-5" />
      <OneImport key={id} id={id} revert={(importSetId) => <RevertWholeSet id={importSetId} />} />
    </>
  )
}
