import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { markUnfinishedPhotos, unmarkUnfinishedPhotos } from '../../session/unfinished-photos.ts'
import { listUnsentPhotos, type JobPhoto, type NewJob, type PhotoJob } from './photo-job.ts'

interface JobDatabase extends DBSchema {
  job: { key: 'job'; value: Omit<PhotoJob, 'photos'> }
  photos: { key: number; value: JobPhoto }
  files: { key: number; value: File }
}

/** The job as stored in this browser, where it survives reloads and restarts. */
export interface PersistedJob {
  read: () => Promise<NewJob | null>
  start: (job: PhotoJob) => Promise<void>
  saveHead: (job: PhotoJob) => Promise<void>
  savePhoto: (photo: JobPhoto) => Promise<void>
  saveFile: (number: number, file: File) => Promise<void>
  dropFile: (number: number) => Promise<void>
  clear: () => Promise<void>
}

const NAME = 'kerblight-photos'

export function createPersistedJob(): PersistedJob {
  /**
   * The open database. It is undefined until a job is read or started, and after the job ends, so late writes
   * do not recreate it.
   */
  let opened: Promise<IDBPDatabase<JobDatabase>> | undefined

  function open(): Promise<IDBPDatabase<JobDatabase>> {
    opened ??= openDB<JobDatabase>(NAME, 1, {
      upgrade(db) {
        db.createObjectStore('job')
        db.createObjectStore('photos', { keyPath: 'key' })
        db.createObjectStore('files')
      },
      // An account deletion also deletes this database, which an open connection would block.
      blocking: () => void close(),
    })
    return opened
  }

  async function close(): Promise<void> {
    const closing = opened
    opened = undefined
    ;(await closing)?.close()
  }

  async function saveHead({ photos: _photos, ...head }: PhotoJob): Promise<void> {
    await (await opened)?.put('job', head, 'job')
  }

  async function clear(): Promise<void> {
    unmarkUnfinishedPhotos()
    await close()
    await deleteDB(NAME)
  }

  return {
    async read() {
      const db = await open()
      const head = await db.get('job', 'job')
      if (!head) return null
      const photos = await db.getAll('photos')
      const job = { ...head, photos }
      const files = new Map<number, File>()
      for (const number of new Set(listUnsentPhotos(job).map(({ source }) => source))) {
        const file = await db.get('files', number)
        if (file) files.set(number, file)
      }
      return { job, files }
    },
    async start(job) {
      await clear()
      markUnfinishedPhotos(job.ownerId)
      const writing = (await open()).transaction('photos', 'readwrite')
      await Promise.all([...job.photos.map((photo) => writing.store.put(photo)), writing.done])
      await saveHead(job)
    },
    saveHead,
    savePhoto: async (photo) => void (await (await opened)?.put('photos', photo)),
    saveFile: async (number, file) => void (await (await opened)?.put('files', file, number)),
    dropFile: async (number) => (await opened)?.delete('files', number),
    clear,
  }
}
