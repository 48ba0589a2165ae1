import type { photoEndpoints } from '../../../contract/photos.ts'
import type { Handlers } from '../../http/handler.ts'
import { addPhotos } from './add-photos.service.ts'
import { listNamedCars } from './named-cars.repository.ts'
import { closePhotoMatch, listPhotoMatches } from './photo-matches.service.ts'
import { toWireNamedCar } from './photo.wire.ts'

export const photoRoutes: Handlers<keyof typeof photoEndpoints> = {
  findNamedCars: async ({ ctx, actor, body }) =>
    (await listNamedCars(ctx.db, actor.id, body.names)).map((car) => toWireNamedCar(car)),
  addPhotos,
  listPhotoMatches: ({ ctx }) => listPhotoMatches(ctx),
  closePhotoMatch: ({ ctx, actor, params }) => closePhotoMatch(ctx, actor, params),
}
