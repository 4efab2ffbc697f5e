// Tasks of a schedule; expanding a task adds a child to it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

struct Task {
    std::string name;
    int children;
};

class Plan {
public:
    explicit Plan(std::size_t tasks) {
        for (std::size_t i = 0; i < tasks; i++)
            tasks_.push_back(Task{"task-" + std::to_string(i), 0});
    }

    void expand(std::size_t i) {
        tasks_[i].children += 1;
    }

    const std::vector<Task>& tasks() const { return tasks_; }

private:
    std::vector<Task> tasks_;
};
