/** The milliseconds of computing that the work takes in this thread: a machine that is busy with other things does not count. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
