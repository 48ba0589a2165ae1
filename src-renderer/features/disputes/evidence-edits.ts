import { MAX_EVIDENCE_LENGTH, type Evidence, type EvidenceField } from '../../../contract/disputes.ts'
import { formatNumber } from '../../../contract/number-format.ts'

/** The fields that are one line long. */
export const shortFields = ['customer_name', 'customer_email_address', 'service_date'] as const

/** The fields with long texts, the most important first. */
const longFields = [
  'uncategorized_text',
  'product_description',
  'access_activity_log',
  'refund_policy_disclosure',
] as const satisfies Exclude<EvidenceField, (typeof shortFields)[number]>[]

/** The fields in the order of an admin's checks. */
export const fieldNames: readonly EvidenceField[] = [...shortFields, ...longFields]

/**
 * Returns the typed texts that differ from the stored evidence. Only they are saved, so that two admins can
 * edit different fields at the same time. The server trims texts.
 */
export function findChangedTexts(typed: Evidence, stored: Evidence): Evidence {
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name, text]) => text.trim() !== (stored[name as EvidenceField] ?? '').trim(),
    ),
  )
}

export function formatTextLength(text: string): string {
  return `${formatNumber(text.length)} of ${formatNumber(MAX_EVIDENCE_LENGTH)} characters`
}
