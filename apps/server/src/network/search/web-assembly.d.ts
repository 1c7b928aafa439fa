/** The parts of WebAssembly in use: the runtime has them, but its types do not. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { readonly initial: number })
    readonly buffer: ArrayBuffer
  }
  interface Module {
    readonly [Symbol.toStringTag]: string
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, Memory>>)
    readonly exports: Record<string, unknown>
  }
}
