function give(message, buffers) {
  const parts = buffers && buffers.length ? buffers : [message.text];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts, {type: message.type}));
  link.download = message.name;
  document.body.append(link); link.click(); link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
