import { evidenceFields, MAX_EVIDENCE_LENGTH, type EvidenceField } from '../../../contract/disputes.ts'
import { formatNumber } from '../../../contract/number-format.ts'
import { cx } from '../../ui/cx.ts'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import { formatTextLength, shortFields } from './evidence-edits.ts'

const ROWS: Partial<Record<EvidenceField, number>> = { uncategorized_text: 16, product_description: 10 }
const DEFAULT_ROWS = 4

interface EvidenceTextProps {
  name: EvidenceField
  text: string
  /** Omitted for evidence that can no longer be changed. */
  onChange: ((text: string) => void) | undefined
}

export function EvidenceText({ name, text, onChange }: EvidenceTextProps) {
  const isReadOnly = onChange === undefined
  if (isReadOnly && text === '') return null
  const field = {
    label: evidenceFields[name],
    value: text,
    readOnly: isReadOnly,
    error:
      text.length > MAX_EVIDENCE_LENGTH
        ? `Use at most ${formatNumber(MAX_EVIDENCE_LENGTH)} characters.`
        : undefined,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange?.(currentTarget.value),
  }
  const isShort = shortFields.some((short) => short === name)
  if (isShort) return <TextField {...field} className={cx(name === 'service_date' && 'sm:max-w-64')} />
  return (
    <TextArea
      {...field}
      className="sm:col-span-2"
      rows={ROWS[name] ?? DEFAULT_ROWS}
      hint={isReadOnly ? undefined : formatTextLength(text)}
    />
  )
}
