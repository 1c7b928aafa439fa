/** The most memory that the process has until `stop`. Units: MiB. */
export function watchMemory(): { readonly stop: () => number } {
  let most = 0
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss() / 2 ** 20)
  }
  look()
  const timer = setInterval(look, 50)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}
