/** The product cannot start; the message is one line for the person who starts it. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused'
}

/** Another process owns the data directory. */
export class DataOwned extends StartRefused {
  override readonly name = 'DataOwned'

  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is in use by process ${pid}; stop it first, or set another DATA_DIR`,
    )
  }
}
