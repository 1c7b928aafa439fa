/** What would leave a restored database was asked for before an operator ended its quarantine. Source: cluster.md, D-196. */
export class InQuarantine extends Error {
  constructor() {
    super(
      'the database was restored and sends nothing out: `office restored show` lists what would leave, `office restored accept` ends this',
    )
  }
}
