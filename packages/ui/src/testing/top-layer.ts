/**
 * jsdom knows neither modal dialogs nor popovers: just enough of both for a test. For `beforeAll`: the returned function
 * takes them away again, as the next file shares the document.
 */
export function installTopLayer(): () => void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
      this.querySelector<HTMLElement>('button, input, a[href]')?.focus()
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      toggle(this, true)
    },
    hidePopover(this: HTMLElement) {
      toggle(this, false)
    },
  })
  document.addEventListener('click', pressInvoker)
  return () => {
    document.removeEventListener('click', pressInvoker)
    for (const name of ['showModal', 'close'])
      Reflect.deleteProperty(HTMLDialogElement.prototype, name)
    for (const name of ['showPopover', 'hidePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name)
  }
}

const open = new WeakSet<HTMLElement>()

function toggle(popover: HTMLElement, wanted: boolean) {
  if (open.has(popover) === wanted) return
  open[wanted ? 'add' : 'delete'](popover)
  // Its own style sheet hides every popover.
  popover.style.display = wanted ? 'block' : ''
  const newState = wanted ? 'open' : 'closed'
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
}

function pressInvoker({ target }: Event) {
  const invoker = target instanceof Element && target.closest('[popovertarget]')
  const popover = invoker && document.getElementById(invoker.getAttribute('popovertarget')!)
  if (popover) toggle(popover, !open.has(popover))
}
