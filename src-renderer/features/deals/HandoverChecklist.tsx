import { useState } from 'react'
import type { Deal } from '../../../contract/deals.ts'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { DealSection } from './DealSection.tsx'
import { compareOdometer, formatDistance } from './odometer.ts'
import { readChecklist, writeChecklist } from './stored-checklist.ts'

const items = {
  buyer: {
    id: 'The seller’s ID matches the name on the title',
    title: 'The seller has signed the title over to you',
    keys: 'You have all keys',
  },
  seller: {
    id: 'You’ve seen the buyer’s ID',
    title: 'You’ve signed the title over to the buyer',
    keys: 'You’ve handed over all keys',
  },
} as const

/** Lists what to check at the handover. The answers stay on this device. */
export function HandoverChecklist({ deal, role }: { deal: Deal; role: 'buyer' | 'seller' }) {
  const { purchaseID, mileage, mileageUnit } = deal
  const [checklist, setChecklist] = useState(() => readChecklist(purchaseID))
  const odometer = compareOdometer(checklist.odometer, deal)

  function change(part: Partial<typeof checklist>) {
    const changed = { ...checklist, ...part }
    setChecklist(changed)
    writeChecklist(purchaseID, changed)
  }

  return (
    <DealSection title="At the handover">
      <p className="text-small text-muted">Only for you. Your answers stay on this device.</p>
      <div className="flex flex-col">
        {(['id', 'title', 'keys'] as const).map((item) => (
          <Checkbox
            key={item}
            label={items[role][item]}
            checked={checklist[item]}
            onChange={({ target }) => change({ [item]: target.checked })}
          />
        ))}
      </div>
      <div>
        <TextField
          label={mileageUnit === null ? 'Odometer reading' : `Odometer reading (${mileageUnit})`}
          hint={mileage === null ? undefined : `Listed: ${formatDistance(mileage, mileageUnit)}`}
          inputMode="numeric"
          maxLength={9}
          className="max-w-60"
          value={checklist.odometer}
          onChange={({ target }) => change({ odometer: target.value })}
        />
        <div role="status">
          {odometer && (
            <Notice tone={odometer.isSuspicious ? 'warning' : 'success'} className="mt-4">
              <p>{odometer.text}</p>
            </Notice>
          )}
        </div>
      </div>
    </DealSection>
  )
}
