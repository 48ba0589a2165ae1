import { useRef, type ChangeEvent } from 'react'
import { importEndings } from '../../../contract/import-limits.ts'
import { Button, type ButtonProps } from '../../ui/controls/Button.tsx'
import { NativeInput } from '../../ui/controls/native-controls.ts'
import type { Upload } from './use-upload.ts'

interface ChooseFileProps extends Pick<ButtonProps, 'variant' | 'size' | 'children'> {
  upload: Upload
}

export function ChooseFile({ upload, children, ...look }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    upload.send([...(event.target.files ?? [])])
    // Lets the user choose the same file again after correcting it.
    event.target.value = ''
  }

  return (
    <>
      <NativeInput
        ref={input}
        type="file"
        accept={importEndings.join(',')}
        aria-label="File of cars"
        tabIndex={-1}
        className="sr-only"
        onChange={handleChange}
      />
      <Button {...look} loading={upload.sending !== null} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
