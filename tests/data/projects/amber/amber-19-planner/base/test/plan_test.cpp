#include <cstdio>
#include "plan.hpp"

static int check(const char* what, bool good) {
    std::printf("%s %s\n", good ? "ok  " : "FAIL", what);
    std::fflush(stdout);
    return good ? 0 : 1;
}

int main() {
    int bad = 0;
    Plan three(3);
    three.expand(1);
    bad += check("room to spare: child is added", three.tasks().size() == 4);
    bad += check("room to spare: parent knows it", three.tasks()[1].children == 1);
    Plan four(4);
    four.expand(0);
    bad += check("no room left: child is added", four.tasks().size() == 5);
    bad += check("no room left: name of the child", four.tasks()[4].name == "task-0/child");
    bad += check("no room left: parent knows it", four.tasks()[0].children == 1);
    return bad;
}
