import { BadgeCheck, BadgeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../../contract/number-format.ts'
import { strings } from '../../../contract/strings.ts'
import type { User } from '../../../contract/users.ts'
import { toProblem } from '../../api/problem.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useUnverifySellerMutation, useVerifySellerMutation } from './users.api.ts'

interface Verification {
  label: string
  icon: ReactNode
  onSelect: () => void
}

interface Verifications {
  of: (seller: User) => Verification
  /** Verifies all of the sellers after one confirmation. */
  verify: (sellers: readonly User[]) => Promise<void>
}

const MEANING = 'Buyers see “Verified” on their cars, and full VINs and stock numbers.'

/** Grants or revokes sellers' badges. Each action asks for confirmation and can be undone. */
export function useVerification(): Verifications {
  const [verifySeller] = useVerifySellerMutation()
  const [unverifySeller] = useUnverifySellerMutation()

  async function verify(sellers: readonly User[]) {
    const [first] = sellers
    if (!first) return
    const isOne = sellers.length === 1
    const isSure = await confirm({
      title: isOne ? `Verify ${first.fullName}?` : `Verify ${formatCount(sellers.length, 'seller')}?`,
      text: [MEANING, warningOf(sellers)].filter(Boolean).join(' '),
      confirmLabel: isOne ? strings.users.makeVerified : 'Verify all',
      tone: 'primary',
    })
    if (isSure) await change(sellers, true)
  }

  async function unverify(seller: User) {
    const isSure = await confirm({
      title: `Remove ${seller.fullName}’s verification?`,
      text: 'Buyers no longer see “Verified” on their cars, nor full VINs and stock numbers.',
      confirmLabel: 'Remove verification',
    })
    if (isSure) await change([seller], false)
  }

  async function change(sellers: readonly User[], isVerified: boolean) {
    const done: User[] = []
    for (const seller of sellers) {
      const call = { params: { id: seller._id } }
      const { error } = await (isVerified ? verifySeller(call) : unverifySeller(call))
      if (error) toast.error(`${seller.fullName}: ${toProblem(error).message}`)
      else done.push(seller)
    }
    const [first] = done
    if (!first) return
    const action = { label: 'Undo', onAction: () => void change(done, !isVerified) }
    toast.success(
      done.length === 1 ? describeOne(first, isVerified) : describeMany(done.length, isVerified),
      {
        action,
      },
    )
  }

  return {
    verify,
    of: (seller) =>
      seller.verified
        ? { label: 'Remove verification', icon: <BadgeX />, onSelect: () => void unverify(seller) }
        : {
            label: strings.users.makeVerified,
            icon: <BadgeCheck />,
            onSelect: () => void verify([seller]),
          },
  }
}

function warningOf(sellers: readonly User[]): string | null {
  const names = sellers.filter(({ emailVerified }) => !emailVerified).map(({ fullName }) => fullName)
  if (names.length === 0) return null
  if (sellers.length === 1) return 'Their email address isn’t confirmed, so anybody may have typed it.'
  return `The email address of ${new Intl.ListFormat('en-US').format(names)} isn’t confirmed.`
}

function describeOne({ fullName }: User, isVerified: boolean): string {
  return isVerified ? strings.users.verified(fullName) : `${fullName} is no longer a verified seller`
}

function describeMany(count: number, isVerified: boolean): string {
  return isVerified ? `${count} sellers are now verified` : `${count} sellers are no longer verified`
}
