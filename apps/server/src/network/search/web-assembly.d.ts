/** What is used of WebAssembly, which the runtime has and its types leave out. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { readonly initial: number })
    readonly buffer: ArrayBuffer
  }
  interface Module {
    readonly [Symbol.toStringTag]: string
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, Memory>>)
    readonly exports: Record<string, unknown>
  }
}
