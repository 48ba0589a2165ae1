import { accountEndpoints } from '../../../contract/account.ts'
import type { EndpointName } from '../../../contract/api/paths.ts'
import { auditEndpoints } from '../../../contract/audit.ts'
import { changeEndpoints } from '../../../contract/cars/car-changes.ts'
import { carEndpoints } from '../../../contract/cars/car-endpoints.ts'
import { vinEndpoints } from '../../../contract/cars/decoded-vin.ts'
import { categoryEndpoints } from '../../../contract/categories.ts'
import { configEndpoints } from '../../../contract/config.ts'
import { documentEndpoints } from '../../../contract/deal-documents.ts'
import { dealEndpoints } from '../../../contract/deals.ts'
import { depositEndpoints } from '../../../contract/deposits.ts'
import { disputeEndpoints } from '../../../contract/disputes.ts'
import { eventEndpoints } from '../../../contract/events.ts'
import { feeEndpoints } from '../../../contract/fees.ts'
import { statementEndpoints } from '../../../contract/statements.ts'
import { feedEndpoints } from '../../../contract/feeds.ts'
import { holdEndpoints } from '../../../contract/holds.ts'
import { imageEndpoints } from '../../../contract/images.ts'
import { importEndpoints } from '../../../contract/imports.ts'
import { messageEndpoints } from '../../../contract/messages.ts'
import { newsletterEndpoints } from '../../../contract/newsletter.ts'
import { paymentEndpoints } from '../../../contract/payments.ts'
import { payoutEndpoints } from '../../../contract/payouts.ts'
import { photoEndpoints } from '../../../contract/photos.ts'
import { purchaseEndpoints } from '../../../contract/purchases.ts'
import { recallEndpoints } from '../../../contract/recalls.ts'
import { reportEndpoints } from '../../../contract/reports.ts'
import { reviewEndpoints } from '../../../contract/reviews.ts'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { searchEndpoints } from '../../../contract/searches.ts'
import { systemEndpoints } from '../../../contract/system.ts'
import { sellerFeeEndpoints } from '../../../contract/seller-fees.ts'
import { shortlistEndpoints } from '../../../contract/shortlist.ts'
import { undoEndpoints } from '../../../contract/undo.ts'
import { userEndpoints } from '../../../contract/users.ts'

interface EndpointGroup {
  title: string
  names: EndpointName[]
}

/** All endpoints, grouped by their headings in the API reference. */
export const endpointGroups: readonly EndpointGroup[] = [
  group('Sessions', sessionEndpoints),
  group('Users', userEndpoints),
  group('Account', accountEndpoints),
  group('Makes', categoryEndpoints),
  group('Cars', carEndpoints),
  group('VINs', vinEndpoints),
  group('Changes of cars', changeEndpoints),
  group('Recalls', recallEndpoints),
  group('Photos', { ...imageEndpoints, ...photoEndpoints }),
  group('Imports', importEndpoints),
  group('Feeds', feedEndpoints),
  group('Shortlist', shortlistEndpoints),
  group('Saved searches', searchEndpoints),
  group('Purchases', purchaseEndpoints),
  group('Holds', holdEndpoints),
  group('Payments', paymentEndpoints),
  group('Deals', dealEndpoints),
  group('Sale documents', documentEndpoints),
  group('Reservations', depositEndpoints),
  group('Payouts', payoutEndpoints),
  group('Statements', statementEndpoints),
  group('Fees', feeEndpoints),
  group('Seller fees', sellerFeeEndpoints),
  group('Disputes', disputeEndpoints),
  group('Reports', reportEndpoints),
  group('Reviews', reviewEndpoints),
  group('Notifications', messageEndpoints),
  group('Newsletter', newsletterEndpoints),
  group('Audit log', auditEndpoints),
  group('Events', eventEndpoints),
  group('Undo', undoEndpoints),
  group('System', { ...configEndpoints, ...systemEndpoints }),
]

function group(title: string, endpoints: Partial<Record<EndpointName, unknown>>): EndpointGroup {
  return { title, names: Object.keys(endpoints) as EndpointName[] }
}
