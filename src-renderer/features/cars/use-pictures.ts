import { useRef, useState } from 'react'
import { MAX_PICTURES } from '../../../contract/cars/cars.ts'
import { loadConfig } from '../../api/config.ts'
import { photoError } from '../../api/photo-error.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { createSlots } from '../../api/slots.ts'
import { uploadImage } from '../../api/upload-image.ts'

const AT_ONCE = 3

/** A picture in the form: chosen here, stored already, or both. */
export interface Picture {
  key: string
  file: File | null
  /** Its address, once it is uploaded. */
  url: string | null
  /** 0 to 1 while it is uploaded. */
  progress: number | null
  error: string | null
}

export interface Pictures {
  list: readonly Picture[]
  isChanged: boolean
  /** @returns what is wrong with the files that were left out */
  add: (files: readonly File[]) => string | undefined
  remove: (key: string) => void
  /** Puts a picture at another place, 0 the main one. */
  move: (key: string, place: number) => void
  /** Uploads one again that failed. */
  retry: (key: string) => void
  /** Waits for all; what failed is tried again. @returns the addresses in order, or the problem that stopped it */
  upload: () => Promise<{ urls: string[] } | { problem: ApiProblem }>
  /** Shows what the server finds wrong with a picture, by the path of what was sent. */
  faults: Record<string, (message: string) => void>
}

/**
 * The pictures of a car's form. They are uploaded as soon as they are chosen, a few at a time; one that is uploaded is not
 * uploaded twice.
 * @param onRefused called when the server finds something wrong with one
 */
export function usePictures(stored: readonly string[], onRefused: () => void): Pictures {
  const [list, setList] = useState<readonly Picture[]>(() => stored.map(toStored))
  const [isChanged, setChanged] = useState(false)
  const added = useRef(0)
  const [run] = useState(() => createSlots(AT_ONCE))
  /** By key: those under way, and those that are through. */
  const uploads = useRef(new Map<string, Promise<string>>())

  function change(next: (list: readonly Picture[]) => readonly Picture[]) {
    setList(next)
    setChanged(true)
  }

  function update(key: string, part: Partial<Picture>) {
    setList((list) => list.map((picture) => (picture.key === key ? { ...picture, ...part } : picture)))
  }

  function add(files: readonly File[]) {
    const fitting = files.filter((file) => rejectionOf(file) === undefined)
    const taken = fitting.slice(0, MAX_PICTURES - list.length)
    const pictures = taken.map((file) => toChosen(file, (added.current += 1)))
    if (pictures.length > 0) change((list) => [...list, ...pictures])
    for (const picture of pictures) void start(picture)
    if (taken.length < fitting.length) return `Choose up to ${MAX_PICTURES} photos.`
    return files.map(rejectionOf).find((refusal) => refusal !== undefined)
  }

  function move(key: string, place: number) {
    change((list) => {
      const moved = list.find((picture) => picture.key === key)
      if (!moved) return list
      return list.filter((picture) => picture.key !== key).toSpliced(place, 0, moved)
    })
  }

  function remove(key: string) {
    uploads.current.delete(key)
    change((list) => list.filter((picture) => picture.key !== key))
  }

  async function upload() {
    const answers = await Promise.allSettled(list.map(addressOf))
    const failed = answers.find(({ status }) => status === 'rejected')
    if (failed) return { problem: toProblem((failed as PromiseRejectedResult).reason) }
    return { urls: answers.map((answer) => (answer as PromiseFulfilledResult<string>).value) }
  }

  function addressOf(picture: Picture): Promise<string> {
    return picture.url === null ? start(picture) : Promise.resolve(picture.url)
  }

  function start(picture: Picture): Promise<string> {
    const { key } = picture
    const known = uploads.current.get(key)
    if (known) return known
    update(key, { progress: 0, error: null })
    const upload = run(() => send(picture))
    uploads.current.set(key, upload)
    upload.catch((error: unknown) => {
      uploads.current.delete(key)
      update(key, { progress: null, error: toProblem(error).message })
    })
    return upload
  }

  async function send({ key, file }: Picture): Promise<string> {
    const { images } = await loadConfig()
    if (!uploads.current.has(key)) throw new Error('It has been removed since')
    const url = await uploadImage(file!, images, { onProgress: (progress) => update(key, { progress }) })
    update(key, { progress: null, url })
    return url
  }

  function retry(key: string) {
    const picture = list.find((one) => one.key === key)
    if (picture?.file) void start(picture)
  }

  /** A chosen one will be uploaded again: the server may no longer have it. */
  function refuse({ key, file, url }: Picture, error: string) {
    uploads.current.delete(key)
    update(key, { url: file ? null : url, error })
    onRefused()
  }

  const faults = list.flatMap((picture, place) => {
    const show = (message: string) => refuse(picture, message)
    return [`images.${place}`, ...(place === 0 ? ['image_url'] : [])].map((path) => [path, show] as const)
  })

  return {
    list,
    isChanged,
    add,
    remove,
    move,
    retry,
    upload,
    faults: Object.fromEntries(faults),
  }
}

function toStored(url: string): Picture {
  return { key: url, file: null, url, progress: null, error: null }
}

function toChosen(file: File, number: number): Picture {
  return { key: `chosen-${number}`, file, url: null, progress: null, error: null }
}

function rejectionOf(file: File): string | undefined {
  const fault = photoError(file)
  return fault === null ? undefined : `${file.name} ${fault}`
}
