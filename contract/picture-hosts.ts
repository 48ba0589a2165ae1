import * as z from 'zod'

/** So many hosts a seller may allow. */
const MAX_PICTURE_HOSTS = 50

const ENTER_HOST = 'Enter the name of a host, such as photos.example.com.'

/** A host's name, as an address on the web has it: no number, no port. */
const pictureHost = z
  .string(ENTER_HOST)
  .trim()
  .toLowerCase()
  .max(253, ENTER_HOST)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, ENTER_HOST)

export const pictureHostsInput = z.object({
  hosts: z
    .array(pictureHost, `Send a list of up to ${MAX_PICTURE_HOSTS} hosts.`)
    .max(MAX_PICTURE_HOSTS, `Allow up to ${MAX_PICTURE_HOSTS} hosts.`),
})

/** Hosts from which the photos that files name are fetched, in the order of their names. */
export const pictureHosts = z.object({ hosts: z.array(z.string()) })

/** A host that a file names, how many of its photos, and whether the seller has allowed it. */
export const pictureHostOfFile = z.object({
  host: z.string(),
  photos: z.number().int(),
  allowed: z.boolean(),
})

export type PictureHostOfFile = z.infer<typeof pictureHostOfFile>
