/** A process that keeps as many MB as it is asked for, and then says so. */
const kept: Buffer[] = []

process.once('message', (megabytes: number) => {
  for (let mb = 0; mb < megabytes; mb++) kept.push(Buffer.alloc(1024 * 1024, 1))
  // What it keeps is there to be seen until the watchdog has looked.
  setTimeout(() => process.send!(kept.length, () => process.disconnect()), 1000)
})
