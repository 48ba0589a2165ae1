import * as z from 'zod'

/** Maximum number of hosts that a seller may allow. */
const MAX_PHOTO_HOSTS = 50

const ENTER_HOST = 'Enter the name of a host, such as photos.example.com.'

/** A host name. IP addresses and ports are not allowed. */
const pictureHost = z
  .string(ENTER_HOST)
  .trim()
  .toLowerCase()
  .max(253, ENTER_HOST)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, ENTER_HOST)

export const pictureHostsInput = z.object({
  hosts: z
    .array(pictureHost, `Send a list of up to ${MAX_PHOTO_HOSTS} hosts.`)
    .max(MAX_PHOTO_HOSTS, `Allow up to ${MAX_PHOTO_HOSTS} hosts.`),
})

/** The hosts that photos in spreadsheets may be fetched from, sorted by name. */
export const pictureHosts = z.object({ hosts: z.array(z.string()) })

/** A photo host in a spreadsheet, its number of photos, and whether the seller has allowed it. */
export const pictureHostOfFile = z.object({
  host: z.string(),
  photos: z.number().int(),
  allowed: z.boolean(),
})

export type PictureHostOfFile = z.infer<typeof pictureHostOfFile>
