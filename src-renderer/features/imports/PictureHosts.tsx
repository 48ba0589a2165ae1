import { useState } from 'react'
import { countOf } from '../../../contract/figure.ts'
import type { CarImport } from '../../../contract/imports.ts'
import type { PictureHostOfFile } from '../../../contract/picture-hosts.ts'
import { explain, toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useLazyListPictureHostsQuery, useSetPictureHostsMutation } from './imports.api.ts'

/** The websites that a file has photos on, each to be allowed or not. The file is read again then. */
export function PictureHosts({ hosts }: { hosts: CarImport['pictureHosts'] }) {
  const [read] = useLazyListPictureHostsQuery()
  const [save, { isLoading }] = useSetPictureHostsMutation()
  const [fault, setFault] = useState<string>()

  async function change({ host, allowed }: PictureHostOfFile) {
    try {
      const others = (await read({}).unwrap()).hosts.filter((name) => name !== host)
      await save({ body: { hosts: allowed ? others : [...others, host] } }).unwrap()
    } catch (error) {
      setFault(explain(toProblem(error)))
    }
  }

  return (
    <Notice className="import-question" title="The file has photos on other websites">
      <p>We get photos only from websites that you allow, and only for cars that have none here.</p>
      <ul className="flex flex-col gap-2">
        {hosts.map((each) => (
          <li key={each.host} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 wrap-anywhere">
              {countOf(each.photos, 'photo')} on <strong>{each.host}</strong>
              {each.allowed && ', allowed'}
            </span>
            <Button
              variant={each.allowed ? 'ghost' : 'secondary'}
              size="small"
              disabled={isLoading}
              aria-label={`${each.allowed ? 'Don’t get' : 'Get'} photos from ${each.host}`}
              onClick={() => void change(each)}
            >
              {each.allowed ? 'Don’t get photos' : 'Get photos'}
            </Button>
          </li>
        ))}
      </ul>
      {fault !== undefined && <p role="alert">{fault}</p>}
    </Notice>
  )
}
