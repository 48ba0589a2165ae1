import type { ReactNode } from 'react'
import { pages } from '../../../contract/pages.ts'
import type { CarImport } from '../../../contract/imports.ts'
import { Breadcrumb } from '../../ui/controls/Breadcrumb.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { isDense } from '../../ui/table/is-dense.ts'

export function ImportHead({ job, actions }: { job: CarImport; actions?: ReactNode }) {
  return (
    <>
      {!isDense() && (
        <Breadcrumb
          items={[{ label: pages.imports.title, to: pages.imports.path }, { label: pages.carImport.title }]}
        />
      )}
      <PageHead title={job.fileName} actions={actions} />
    </>
  )
}
