// Reads surtitles from the prompter's socket and hands them to the displays.
export function relay(socket, show) {
  const parts = [];
  socket.on('data', (chunk) => parts.push(chunk));
  socket.on('end', () => {
    for (const line of Buffer.concat(parts).toString('utf8').split('\n')) {
      if (line) show(line);
    }
  });
}
