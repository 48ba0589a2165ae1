import { choiceFacts } from '../../../contract/cars/car-choices.ts'
import type { vinEndpoints } from '../../../contract/cars/decoded-vin.ts'
import { judgeVin } from '../../../contract/cars/vin.ts'
import type { Handlers } from '../../http/handler.ts'
import { decodeVin } from './decode-vin.ts'
import { readVinData } from './vin-data.ts'

export const vinRoutes: Handlers<keyof typeof vinEndpoints> = {
  decodeVin: async ({ ctx, params: { vin } }) => {
    const { body, fuel, ...decoded } = decodeVin(await readVinData(), vin, ctx.now())
    return {
      vin,
      ...decoded,
      body: oneOrNone(choiceFacts.body.options, body),
      fuel: oneOrNone(choiceFacts.fuel.options, fuel),
      note: judgeVin(vin).note,
    }
  },
}

/** Returns a decoded value, or null if it is not one of the options that sellers can choose. */
function oneOrNone<const Option extends string>(
  options: readonly Option[],
  value: string | null,
): Option | null {
  return options.find((option) => option === value) ?? null
}
