/** The share of the processor time of some work that the thread which serves has spent. */
export async function servingShare(work: () => Promise<unknown>): Promise<number> {
  const [serving, all] = [process.threadCpuUsage(), process.cpuUsage()]
  await work()
  const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000
  return ms(process.threadCpuUsage(serving)) / ms(process.cpuUsage(all))
}
